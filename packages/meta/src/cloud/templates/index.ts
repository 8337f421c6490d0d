export { type ReadTemplate, componentsOf, readComponents } from './components.ts'
export {
  type Template,
  createTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
  readTemplate,
  unpauseTemplate,
  uploadSample,
} from './template-calls.ts'
export { type HeaderFile, type TemplateToSend, missingValues, templateMessage } from './template-message.ts'
export { type TemplateNews, readTemplateNews } from './template-news.ts'
export { type TemplateRefusal, refusalOfTemplate } from './template-refusal.ts'
export { readPreferences } from './preferences.ts'
