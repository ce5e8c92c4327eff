#include "support/warn.h"

#include <gtest/gtest.h>

#include <string>

namespace tilewright {
namespace {

TEST(Printable, TextStaysAsItIs) {
  for (const char* text :
       {"", "plain \"text\" \\ %s", "größer", "日本", "\xf0\x9f\x8e\x89"}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(Printable, CommandsOfTerminalsAreShownAndNotObeyed) {
  EXPECT_EQ(Printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(Printable("a\nb\tc\r"), "a\\x0ab\\x09c\\x0d");
  EXPECT_EQ(Printable("\x7f"), "\\x7f");
  EXPECT_EQ(Printable("\xc2\x9b"), "\\xc2\\x9b");  // U+009B
  EXPECT_EQ(Printable(std::string("a\0b", 3)), "a\\x00b");
}

TEST(Printable, WhatIsNoUtf8IsShownByteByByte) {
  EXPECT_EQ(Printable("\xbc"), "\\xbc");
  EXPECT_EQ(Printable("\x9b"), "\\x9b");
  EXPECT_EQ(Printable("a\xe2\x82"), "a\\xe2\\x82");         // cut short
  EXPECT_EQ(Printable("\xc0\xaf"), "\\xc0\\xaf");           // longer than need be
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
}

}  // namespace
}  // namespace tilewright
