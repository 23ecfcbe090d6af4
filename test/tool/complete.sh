# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a completion of bash offers: complete.sh FILE FUNCTION WORD..., the last word being completed.
. "$1"
function=$2
shift 2
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
"$function"
echo "${COMPREPLY[@]}"
