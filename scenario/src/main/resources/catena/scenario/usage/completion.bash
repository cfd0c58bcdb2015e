# SPDX-License-Identifier: Apache-2.0
# Completion of catena for bash. Now:     eval "$(bin/catena completion)"
# For good:  bin/catena completion > ~/.local/share/bash-completion/completions/catena
_catena() {
  local cur=${COMP_WORDS[COMP_CWORD]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="%s --help --version"
  elif [ "${COMP_WORDS[COMP_CWORD - 1]}" = -o ]; then
    compopt -o nospace 2> /dev/null
    case ${COMP_WORDS[1]} in
%s    esac
  elif [[ $cur == -* ]]; then
    case ${COMP_WORDS[1]} in
%s    esac
  else
    case ${COMP_WORDS[1]} in
%s    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o bashdefault -o default -F _catena catena
