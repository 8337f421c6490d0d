export { MenuEditor } from './menu-editor.tsx'
export { type EditedOption, type OptionErrors, errorsOf, findOption, keyAt, sentOf } from './menu-tree.ts'
export { fileListChoices } from './menu.api.ts'
export { useEditedMenu } from './use-edited-menu.ts'
