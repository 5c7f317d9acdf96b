#include "app/command_line.h"

int main(int argc, char** argv) { return chasescope::run_program(argc, argv); }
