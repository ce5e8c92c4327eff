#include "tools/cli/settings.h"

#include "CLI/Validators.hpp"
#include "tilewright/device.h"

namespace tilewright::tools {

CLI::Validator TargetName() {
  std::string names;
  for (const std::string& name : TargetNames())
    names += (names.empty() ? "" : ",") + name;
  return CLI::Validator(
      [](const std::string& name) {
        const auto facts = DescribeTarget(name);
        return facts.status().code() == absl::StatusCode::kInvalidArgument
                   ? std::string(facts.status().message())
                   : std::string();
      },
      "{" + names + "}[:PROCESSOR]");
}

void AddSizeOption(CLI::App* command, std::vector<int64_t>* sizes) {
  command
      ->add_option(
          "--size", *sizes,
          "what '?' sizes of the inputs are: a number each in their order, or one "
          "for all (--size 8,128)")
      ->delimiter(',')
      ->check(CLI::NonNegativeNumber);
}

void Settings::AddTo(CLI::App* command) {
  command
      ->add_option("--numerics", numerics,
                   "tpu (the default) or ieee; of a package those it was saved with")
      ->check(CLI::IsMember({"tpu", "ieee"}));
  command
      ->add_option("--target", target,
                   "what to compile for (default: $TILEWRIGHT_TARGET, else native)")
      ->check(TargetName());
  command->add_option("--chip", chip, "the TPU to be (default v5e)")
      ->check(CLI::IsMember(ChipNames()));
  command
      ->add_option("--cluster", cluster,
                   "on (the default), or off: a kernel an operation")
      ->check(CLI::IsMember({"on", "off"}));
  command->add_option("--threads", threads, "worker threads (default: all)")
      ->check(CLI::Range(0, 4096));
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
