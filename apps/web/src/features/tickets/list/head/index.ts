export { ActiveFilters } from './active-filters.tsx'
export { ListHead } from './list-head.tsx'
export type { Choice } from './queue-select.tsx'
