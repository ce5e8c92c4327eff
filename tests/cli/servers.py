"""Servers that tests start on the loopback."""

import os
import socket
import subprocess
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A server process that can be killed and started again."""

    def __init__(self, command, port):
        self.command, self.port = command, port
        self.start()
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.02)
        self.kill()
        raise AssertionError(f"{command[0]} does not start")

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


def start_redis(folder, *more):
    """A Redis server; `more` is added to its command."""
    port = free_port()
    return Server(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "",
                   "--dir", str(folder), *more], port)


def start_nginx(root):
    """An nginx whose WebDAV module takes files into `root`/files, which is made."""
    port = free_port()
    (root / "files").mkdir(parents=True)
    temporary = " ".join(f"{kind}_temp_path {root}/{kind};"
                         for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
    (root / "conf").write_text(
        f"daemon off; master_process off; pid {root}/pid; error_log {root}/log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {root}/body;\n"
        f" {temporary}\n server {{ listen 127.0.0.1:{port}; root {root}/files;\n"
        "  dav_methods PUT; create_full_put_path on; client_max_body_size 64m; } }\n")
    nginx = "/usr/sbin/nginx" if os.path.exists("/usr/sbin/nginx") else "nginx"
    return Server([nginx, "-e", f"{root}/log", "-c", f"{root}/conf"], port)
