export { HoldLines } from './hold-lines.tsx'
export { HoldNotice } from './hold-notice.tsx'
export { PauseItems } from './pause-items.tsx'
