export type { Answer } from './pix-code.tsx'
export { PixDialog } from './pix-dialog.tsx'
