export { ExportList } from './export-list.tsx'
export { ExportMenu } from './export-menu.tsx'
