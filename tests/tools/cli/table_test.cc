#include "tools/cli/table.h"

#include "gtest/gtest.h"

namespace tilewright::tools {
namespace {

Table Sample() {
  Table table({{.title = "KEY"},
               {.title = "NAME", .elastic = true},
               {.title = "SIZE", .right = true, .optional = true},
               {.title = "USED", .right = true, .optional = true}});
  table.Add({"0123456789ab", "a_rather_long_name_of_something", "12.34 MB", "3 d"});
  table.Add({"ba9876543210", "short", "1 B", "4 min"});
  return table;
}

TEST(Table, WithoutALimitHasAllOfEverything) {
  EXPECT_EQ(Sample().Text(0),
            "KEY           NAME                                 SIZE   USED\n"
            "0123456789ab  a_rather_long_name_of_something  12.34 MB    3 d\n"
            "ba9876543210  short                                 1 B  4 min\n");
}

TEST(Table, ElasticColumnsGiveWayFirst) {
  EXPECT_EQ(Sample().Text(50),
            "KEY           NAME                     SIZE   USED\n"
            "0123456789ab  a_rather_long_nam..  12.34 MB    3 d\n"
            "ba9876543210  short                     1 B  4 min\n");
}

TEST(Table, ThenOptionalOnesDoTheLastFirst) {
  EXPECT_EQ(Sample().Text(40),
            "KEY           NAME                  SIZE\n"
            "0123456789ab  a_rather_long_..  12.34 MB\n"
            "ba9876543210  short                  1 B\n");
  EXPECT_EQ(Sample().Text(28),
            "KEY           NAME\n"
            "0123456789ab  a_rather_lon..\n"
            "ba9876543210  short\n");
}

TEST(Wrapped, BreaksBehindCommasAndSpacesAndLeavesNoneAtTheEndOfALine) {
  EXPECT_EQ(Wrapped("one, two, three, four, five, six", 2, 24),
            "one, two, three, four,\n  five, six");
  EXPECT_EQ(Wrapped("one two", 2, 0), "one two");
}

}  // namespace
}  // namespace tilewright::tools
