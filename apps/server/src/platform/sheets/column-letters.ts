/** What spreadsheet programs call a column: A, B … Z, AA, AB … */
export const lettersOf = (index: number): string =>
  (index >= 26 ? lettersOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
