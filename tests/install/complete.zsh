# zsh complete.zsh FOLDER LINE: prints LINE as zsh completes it when Tab is pressed at its end; FOLDER holds _weft.
zmodload zsh/zpty
out=$(mktemp -u)
zpty shell "TERM=dumb HISTFILE= zsh -f -i"
zpty -w shell "fpath=(${1:A} \$fpath); autoload -U compinit; compinit -D -u
press() { zle expand-or-complete; print -r -- \"\$BUFFER\" >$out.part; mv $out.part $out }
zle -N press; bindkey '^T' press; : >$out.ready"
wait_for() { repeat 200; do [[ -e $1 ]] && return; zpty -rt shell seen; sleep 0.05; done; print -u2 "zsh does not answer"; exit 1 }
wait_for $out.ready
zpty -wn shell "$2"$'\x14'
wait_for $out
cat $out
zpty -d shell
rm -f $out $out.ready
