export { Documentation } from './documentation.tsx'
