/** A row of a sheet: its number there, and its texts. */
export interface SheetRow {
  line: number
  cells: string[]
}

/** `type`: neither a workbook nor a text. `large`: beyond a limit. `broken`: not readable. */
export class SheetError extends Error {
  readonly reason: 'type' | 'large' | 'broken'

  constructor(reason: 'type' | 'large' | 'broken') {
    super(`a sheet that cannot be read: ${reason}`)
    this.reason = reason
  }
}

export interface SheetLimits {
  rows: number
  columns: number
}

/** In characters. The rest of a longer text is dropped. */
export const longestText = 5000

/** In characters: the longest record of a csv file, and tag or text of a workbook. A longer one is refused. */
export const longestPiece = 4_194_304

/**
 * In bytes: the rows of a sheet together. A workbook keeps a text once for all cells that refer to it, so a small file can
 * hold far more than its own size (S50).
 */
export const mostText = 50 * 1_048_576
