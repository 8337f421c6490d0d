export { LinkNumberDialog } from './link-number-dialog.tsx'
export { NumberAccessDialog } from './number-access-dialog.tsx'
export { SignedUpNumber } from './signed-up-number.tsx'
