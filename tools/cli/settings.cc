#include "tools/cli/settings.h"

#include <limits>

#include "tilewright/device.h"
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
}

CompileOptions Settings::ToCompileOptions(const std::string& own_numerics) const {
  CompileOptions options = CompileOptionsFromEnvironment();
  options.numerics =
      NumericsOver(own_numerics) == "tpu" ? NumericMode::kTpu : NumericMode::kIeee;
  options.target = target;
  options.chip = chip;
  options.cluster = cluster == "on";
  options.threads = threads;
  return options;
}

}  // namespace tilewright::tools
