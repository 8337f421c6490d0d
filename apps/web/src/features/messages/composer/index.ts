export { Composer, type ComposerHandle } from './composer.tsx'
