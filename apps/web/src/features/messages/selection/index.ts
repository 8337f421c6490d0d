export { SelectionBar } from './selection-bar.tsx'
export { SelectionMark } from './selection-mark.tsx'
export { SelectionContext, mayForward, useSelecting, useSelection } from './selection.ts'
