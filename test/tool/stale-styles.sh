# stale-styles.sh BIN BUILD FILE OLD NEW PROGRAM
# Builds with the tool in BIN, puts NEW for OLD into FILE and builds again: the program says NEW's number, and all of it agrees. Each second
# build does nothing.
set -e
PATH=$1:$PATH
shift
number=${4##* }
twice() {
  $1
  if $1 | grep -E 'Making|Building|Linking|persistify |-c -o'; then
    echo "the second build does something"
    exit 1
  fi
}
twice "$1"
sleep 0.1
sed "s/$3/$4/" "$2" > "$2.new"
cat "$2.new" > "$2"
rm "$2.new"
twice "$1"
"$5" | grep "slots $number, same"
