# Plots of the tables that persistify-microbench leaves in the current folder.
set terminal svg size 800,500 dynamic background rgb "white"
set datafile separator ","
set key outside right
set grid
set style data linespoints
has(f) = int(system("test $(cat " . f . " 2>/dev/null | wc -l) -gt 1 && echo 1 || echo 0"))
# Rows of FILE (or several) for which an awk condition holds, and the values of a column.
rows(f, c) = "< awk -F, 'FNR > 1 && " . c . "' " . f
# On a logarithmic axis no difference is the least that is shown.
names(f, column) = system("awk -F, 'FNR > 1 { print $" . column . " }' " . f . " | sort -u")

set logscale xy 2
if (has("barriers.csv")) {
  set output "barriers.svg"
  set title "A barrier with payload; 256 work-items a group, back-off count"
  set xlabel "work-groups"; set ylabel "nanoseconds"
  both = "barriers.csv"
  if (has("cuda_barriers.csv")) { both = both . " cuda_barriers.csv" }
  plot for [n in names(both, 1)] rows(both, sprintf("$1 == \"%s\" && ($2 == \"count\" || $1 == \"grid.sync\") && $3 == 256", n)) \
    using 5:6 title n
}
if (has("sizes.csv")) {
  set output "discovery-time.svg"
  set title "Discovery: time of the kernel by work-group size"
  set xlabel "work-items in a group"; set ylabel "microseconds (mean)"
  plot for [n in names("sizes.csv", 1)] rows("sizes.csv", sprintf("$1 == \"%s\" && $3 == 16", n)) using 2:15 title n
}
if (has("contention.csv")) {
  set output "contention.svg"
  set title "Barriers, 10 accesses between them: synchronisation"
  set xlabel "work-groups on a compute unit"; set ylabel "nanoseconds of a round"
  plot for [n in names("contention.csv", 1)] rows("contention.csv", sprintf("$1 == \"%s\" && $6 == 10", n)) \
    using 4:($8 < 1 ? 1 : $8) title n
  set output "accesses.svg"
  set title "Barriers, groups on a compute unit as many as 16 or fit"
  set xlabel "accesses between barriers"; set ylabel "nanoseconds of a round"
  most = system("awk -F, 'NR > 1 && $6 != 10 { print $4; exit }' contention.csv")
  if (strlen(most)) {
    plot for [n in names("contention.csv", 1)] rows("contention.csv", sprintf("$1 == \"%s\" && $4 == %s", n, most)) \
      using 6:7 title n smooth unique with linespoints
  }
}
if (has("semaphores.csv")) {
  set output "semaphores.svg"
  set title "Semaphores, 10 accesses inside: synchronisation of a round"
  set xlabel "work-groups on a compute unit"; set ylabel "microseconds"
  plot for [n in names("semaphores.csv", 1)] for [z in "1 10 120"] \
    rows("semaphores.csv", sprintf("$1 == \"%s\" && $2 == %s && $6 == 10 && $11 == \"ok\"", n, z)) using 4:($8 < 0.01 ? 0.01 : $8) title n." ".z
}
unset logscale
set style data histograms
set style fill solid 0.6
set boxwidth 0.8
set xtics rotate by -30
set key off
set yrange [0:*]
set offsets 0.6, 0.6, 0, 0
set rmargin 14
if (has("recall.csv")) {
  set output "recall.svg"
  set title "Recall of discovery (mean, deviation): form, work-items, local memory"
  set xlabel ""; set ylabel "percent of the bound"
  set yrange [0:105]
  plot "< awk -F, 'NR > 1 && $6 > 0 { print $1 \" \" $2 \" \" $3 \",\" $13 \",\" 100 * $10 / $6 }' recall.csv" \
    using 0:2:3:xtic(1) with boxerrorbars
}
if (has("loops.csv")) {
  set output "loops.svg"
  set title "One iteration of a loop with a flag"
  set ylabel "microseconds"
  set yrange [0:*]
  plot "< cat loops.csv cuda_loops.csv 2>/dev/null | awk -F, '$3 == \"yes\" { print $1 \", \" $2 \" kernel\" ($2 > 1 ? \"s\" : \"\") \",\" $7 }' | sed 's/, / /'" \
    using 0:2:xtic(1) with boxes
}
