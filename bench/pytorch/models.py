"""The ten models that are trained or run: with random weights, in a small and a large setting.

A model is made on CPU, from a seed, and moved. Its batch is a dict of tensors; `loss` takes
the model and the batch. Dropout is off, so that losses of devices can be compared.
"""

import dataclasses
from typing import Callable

import torch
import transformers
from torch import nn
from torch.nn import functional as F

from bench.pytorch import networks

Batch = dict[str, torch.Tensor]
SETTINGS = ("small", "large")


@dataclasses.dataclass(frozen=True)
class Model:
    """`make(setting)`, `batch(setting)` on CPU, `loss(model, batch)` a scalar."""
    name: str
    make: Callable[[str], nn.Module]
    batch: Callable[[str], Batch]
    loss: Callable[[nn.Module, Batch], torch.Tensor]
    optimizer: str = "adamw"


def _words(vocabulary: int, small: tuple[int, int], large: tuple[int, int]):
    """A batch of words [batch, length], which are their own labels."""
    def make(setting: str) -> Batch:
        words = torch.randint(1, vocabulary, small if setting == "small" else large)
        return {"input_ids": words, "labels": words}
    return make


def _images(classes: int, small: tuple[int, int], large: tuple[int, int]):
    """Images of a side, as (batch, side), and their classes."""
    def make(setting: str) -> Batch:
        batch, side = small if setting == "small" else large
        return {"pixel_values": torch.randn(batch, 3, side, side),
                "labels": torch.randint(0, classes, (batch,))}
    return make


def _own_loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    return model(**batch).loss


def _class_loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    return F.cross_entropy(model(batch["pixel_values"]), batch["labels"])


def _gpt2(setting: str) -> nn.Module:
    width, heads, words = (128, 4, 512) if setting == "small" else (512, 8, 8192)
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(
        n_layer=6, n_embd=width, n_head=heads, vocab_size=words, n_positions=256,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, use_cache=False,
        bos_token_id=0, eos_token_id=0))


def _llama(setting: str) -> nn.Module:
    width, heads, hidden, words = ((128, 8, 352, 512) if setting == "small"
                                   else (1024, 16, 2816, 4096))
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(
        hidden_size=width, num_attention_heads=heads, num_key_value_heads=heads // 4,
        intermediate_size=hidden, num_hidden_layers=4, vocab_size=words, use_cache=False))


def _bert(setting: str) -> nn.Module:
    width, heads, layers, words = (128, 4, 4, 512) if setting == "small" else (512, 8, 6, 8192)
    return transformers.BertForMaskedLM(transformers.BertConfig(
        hidden_size=width, num_attention_heads=heads, num_hidden_layers=layers,
        intermediate_size=4 * width, vocab_size=words, hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0))


def _bert_batch(setting: str) -> Batch:
    """Sequences of different lengths, padded to the longest."""
    batch, length, words = (2, 64, 512) if setting == "small" else (4, 256, 8192)
    ids = torch.randint(1, words, (batch, length))
    lengths = torch.linspace(length // 2, length, batch).long()
    mask = (torch.arange(length) < lengths[:, None]).long()
    return {"input_ids": ids, "attention_mask": mask,
            "labels": ids.masked_fill(mask == 0, -100)}


def _t5(setting: str) -> nn.Module:
    width, heads, layers, words = (128, 4, 2, 512) if setting == "small" else (512, 8, 4, 8192)
    return transformers.T5ForConditionalGeneration(transformers.T5Config(
        d_model=width, d_kv=width // heads, d_ff=4 * width, num_layers=layers, num_heads=heads,
        vocab_size=words, dropout_rate=0.0, use_cache=False, decoder_start_token_id=0))


def _vit(setting: str) -> nn.Module:
    return transformers.ViTForImageClassification(transformers.ViTConfig(
        hidden_size=384, num_hidden_layers=12, num_attention_heads=6, intermediate_size=1536,
        image_size=64 if setting == "small" else 224, patch_size=16, num_labels=100))


def _convnext(setting: str) -> nn.Module:
    del setting
    return transformers.ConvNextForImageClassification(transformers.ConvNextConfig(
        num_labels=100, drop_path_rate=0.0))


def _mixtral(setting: str) -> nn.Module:
    width, heads, hidden, words = ((128, 4, 256, 512) if setting == "small"
                                   else (512, 8, 1024, 4096))
    return transformers.MixtralForCausalLM(transformers.MixtralConfig(
        hidden_size=width, num_attention_heads=heads, num_key_value_heads=heads // 2,
        intermediate_size=hidden, num_hidden_layers=2, num_local_experts=8, vocab_size=words,
        use_cache=False))


def _lstm(setting: str) -> nn.Module:
    return (networks.LstmLanguageModel(512, 128) if setting == "small"
            else networks.LstmLanguageModel(4096, 512))


def _lstm_loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    words = batch["input_ids"]
    return F.cross_entropy(model(words[:, :-1]).flatten(0, 1), words[:, 1:].flatten())


def _lstm_batch(setting: str) -> Batch:
    batch = _words(512, (4, 33), (16, 65))(setting)
    return {"input_ids": batch["input_ids"]}


def _unet(setting: str) -> nn.Module:
    return networks.UNet(16 if setting == "small" else 64)


def _unet_batch(setting: str) -> Batch:
    batch, side = (2, 16) if setting == "small" else (4, 32)
    return {"noisy": torch.randn(batch, 3, side, side), "time": torch.rand(batch),
            "noise": torch.randn(batch, 3, side, side)}


def _unet_loss(model: nn.Module, batch: Batch) -> torch.Tensor:
    return F.mse_loss(model(batch["noisy"], batch["time"]), batch["noise"])


MODELS = (
    Model("gpt2", _gpt2, _words(512, (2, 64), (4, 256)), _own_loss),
    Model("llama", _llama, _words(512, (2, 64), (2, 256)), _own_loss),
    Model("bert", _bert, _bert_batch, _own_loss),
    Model("t5", _t5, _words(512, (2, 48), (4, 128)), _own_loss),
    Model("vit", _vit, _images(100, (1, 64), (4, 224)), _own_loss),
    Model("resnet50", lambda setting: networks.ResNet50(100), _images(100, (2, 64), (8, 128)),
          _class_loss, "sgd"),
    Model("convnext", _convnext, _images(100, (2, 64), (4, 128)), _own_loss),
    Model("mixtral", _mixtral, _words(512, (2, 64), (4, 128)), _own_loss),
    Model("lstm", _lstm, _lstm_batch, _lstm_loss),
    Model("unet", _unet, _unet_batch, _unet_loss),
)


def find(name: str) -> Model:
    return next(model for model in MODELS if model.name == name)


class Training:
    """A model with its optimizer, clipping and schedule, on a device."""

    def __init__(self, model: Model, setting: str, device: str, autocast: bool,
                 compiled: bool = False):
        torch.manual_seed(0)
        self.model, self.autocast, self.device = model, autocast, device
        self.network = model.make(setting).to(device).train()
        self.called = torch.compile(self.network) if compiled else self.network
        torch.manual_seed(1)
        self.batch = {k: v.to(device) for k, v in model.batch(setting).items()}
        parameters = self.network.parameters()
        self.optimizer = (torch.optim.SGD(parameters, lr=0.01, momentum=0.9)
                          if model.optimizer == "sgd"
                          else torch.optim.AdamW(parameters, lr=1e-3))
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: 1.0 / (1.0 + 0.01 * step))

    def step(self) -> torch.Tensor:
        """One step; returns its loss, which is not read."""
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.autocast):
            loss = self.model.loss(self.called, self.batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        return loss.detach()


class Inference:
    """A model that is run on so many samples, with f32 or bf16 weights, without gradients."""

    def __init__(self, model: Model, setting: str, device: str, samples: int, bf16: bool,
                 compiled: bool = False):
        torch.manual_seed(0)
        network = model.make(setting).to(torch.bfloat16 if bf16 else torch.float32)
        network = network.to(device).eval()
        self.model, self.called = model, torch.compile(network) if compiled else network
        torch.manual_seed(1)
        self.batch = {}
        for name, values in model.batch(setting).items():
            values = values[torch.arange(samples) % len(values)]
            if bf16 and values.is_floating_point():
                values = values.bfloat16()
            self.batch[name] = values.to(device)

    @torch.no_grad()
    def run(self) -> torch.Tensor:
        """One run, with its loss, which is not read."""
        return self.model.loss(self.called, self.batch)
