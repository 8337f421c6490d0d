export { MenuEditor } from './menu-editor.tsx'
export { type EditedOption, type OptionErrors, errorsOf, findOption, keyAt, sentOf, treeOf } from './menu-tree.ts'
export { fileListChoices, menuOf } from './menu.api.ts'
