"""The add-on's folder is where Python looks; its modules tested here need no Blender."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
