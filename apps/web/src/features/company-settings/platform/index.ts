export { PlatformOptions } from './platform-options.tsx'
