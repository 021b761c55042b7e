"""What kernels of every family share: functions of a game, compiled together with its methods, and run as plain Python too."""
