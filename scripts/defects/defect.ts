/** A deliberate defect: an edit of the product that a test has to detect. */
export interface Defect {
  /** The name in the table of docs/promises/defects.md. */
  name: string
  file: string
  /** The text to replace; it occurs in the file exactly once. */
  text: string
  replacement: string
  foundBy: {
    file: string
    /** The title of the test that has to fail, without the title of its group. */
    test: string
  }
}

export const server = 'apps/server/src'
export const whatsApp = 'packages/whatsapp-web'
