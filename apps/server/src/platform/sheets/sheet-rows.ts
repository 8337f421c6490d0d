/** A row of a sheet: its number there, and its texts. */
export interface SheetRow {
  line: number
  cells: string[]
}

/**
 * `type`: neither a workbook nor a text. `large`: beyond a limit. `broken`: not readable. `encrypted`: with a password.
 * `macros`: with programs.
 */
export type SheetRefusal = 'type' | 'large' | 'broken' | 'encrypted' | 'macros'

export class SheetError extends Error {
  readonly reason: SheetRefusal

  constructor(reason: SheetRefusal) {
    super(`a sheet that cannot be read: ${reason}`)
    this.reason = reason
  }
}

export interface SheetLimits {
  rows: number
  columns: number
  /**
   * In bytes: the rows of a sheet together. A workbook keeps a text once for all cells that refer to it, so a small
   * file can hold far more than its own size (S50).
   */
  text: number
  /** In bytes: what all files that are read from one archive may have together. */
  inflated: number
}

/** In characters. The rest of a longer text is dropped. */
export const longestText = 5000

/** In characters: the longest record of a csv file, and tag or text of a workbook. A longer one is refused. */
export const longestPiece = 4_194_304
