"""Development."""
import sys
sys.path.insert(0, '/work/wt/blender/blender'); sys.path.insert(0, '/work/wt/blender/blender/tests')
import bpy, scenes
#bpy.context.preferences.addons['weft_addon'].preferences.program = '/tmp/bltshim/weft'
s = scenes.dressed('/tmp/blt/dressed.blend', '/tmp/bltshim/weft')
print(bpy.ops.weft.simulate())
print(s.weft.message)
for o in s.objects: print(o.name, o.type, o.hide_render, len(o.data.vertices) if o.type=='MESH' else '')
