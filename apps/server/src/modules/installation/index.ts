export { type Installed, install, tell } from './install.ts'
