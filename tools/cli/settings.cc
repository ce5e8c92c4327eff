#include "tools/cli/settings.h"

#include <algorithm>
#include <limits>

#include "tilewright/device.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"

namespace tilewright::tools {

void AddSizeOption(CLI::App* command, std::vector<int64_t>* sizes) {
  command
      ->add_option(
          "--size", *sizes,
          "what '?' sizes of the inputs are: a number each in their order, or one "
          "for all (--size 8,128)")
      ->type_name("N,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(WholeNumber(0, std::numeric_limits<int64_t>::max()));
}

void Settings::AddTo(CLI::App* command) {
  command
      ->add_option("--numerics", numerics,
                   "tpu (the default) or ieee; of a package those it was saved with")
      ->check(OneOf({"tpu", "ieee"}));
  command
      ->add_option("--target", target,
                   "what to compile for (default: $TILEWRIGHT_TARGET, else native)")
      ->check(TargetName());
  command->add_option("--chip", chip, "the TPU to be (default v5e)")
      ->check(OneOf(ChipNames()));
  command
      ->add_option("--cluster", cluster,
                   "on (the default), or off: a kernel an operation")
      ->check(OneOf({"on", "off"}));
  command->add_option("--threads", threads, "worker threads (default: all)")
      ->check(WholeNumber(0, 4096));
  command
      ->add_option("--label", label,
                   "what listings of the cache say that it is for (default: "
                   "$TILEWRIGHT_LABEL, else the file's name)")
      ->check(Label());
}

void Settings::AddCacheDirTo(CLI::App* command) {
  command
      ->add_option("--cache-dir", cache_dir,
                   "the cache (default: $TILEWRIGHT_CACHE_DIR or your own)")
      ->type_name("FOLDER");
}

std::string LabelOfFile(const std::string& file) {
  constexpr size_t kMostBytes = 100;
  std::string label = BaseName(file);
  for (char& c : label) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == ',') c = '_';
  }
  while (label.size() > kMostBytes || (!label.empty() && label.back() == ' ')) {
    // Whole characters.
    while (!label.empty() && (label.back() & 0xc0) == 0x80) label.pop_back();
    if (!label.empty()) label.pop_back();
  }
  return label.substr(std::min(label.find_first_not_of(' '), label.size()));
}

CompileOptions Settings::ToCompileOptions(const std::string& own_numerics,
                                          const std::string& file) const {
  CompileOptions options = CompileOptionsFromEnvironment();
  options.numerics =
      NumericsOver(own_numerics) == "tpu" ? NumericMode::kTpu : NumericMode::kIeee;
  options.target = target;
  options.chip = chip;
  options.cluster = cluster == "on";
  options.threads = threads;
  if (!label.empty()) options.label = label;
  if (options.label.empty() && !file.empty() && file != "-") {
    options.label = LabelOfFile(file);
  }
  if (!cache_dir.empty()) options.cache_dir = cache_dir;
  return options;
}

}  // namespace tilewright::tools
