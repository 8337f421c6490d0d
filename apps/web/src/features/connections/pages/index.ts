export { LinkedPages } from './linked-pages.tsx'
export { usePageLogin } from './pages.api.ts'
