export { Composer, type ComposerHandle } from './composer.tsx'
export type { ComposerExtension, ExtensionMenuProps } from './extensions/index.ts'
