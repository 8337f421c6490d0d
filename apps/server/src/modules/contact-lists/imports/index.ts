export { defineListImport } from './import-job.ts'
export { contactListImportsRoutes } from './imports.routes.ts'
