export { type Installed, install } from './install.ts'
