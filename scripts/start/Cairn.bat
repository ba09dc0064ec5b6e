@echo off
rem A double click in the Explorer plays in a window.
start "" /min "%~dp0cairn.exe" desktop
