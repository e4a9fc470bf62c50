// The files of the viewer's page, as bytes of the program (view_page.cpp).
#define PAGE_FILE(name, file)             \
        .global weft_page_##name;         \
        .global weft_page_##name##_size;  \
weft_page_##name:                         \
        .incbin file;                     \
1:      .balign 8;                        \
weft_page_##name##_size:                  \
        .quad 1b - weft_page_##name

        .section .rodata
PAGE_FILE(html, "index.html")
PAGE_FILE(css, "app.css")
PAGE_FILE(app, "app.js")
PAGE_FILE(worker, "worker.js")
PAGE_FILE(missing, "missing.txt")
        .section .note.GNU-stack, "", @progbits
