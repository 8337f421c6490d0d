export { TestForms } from './test-forms.tsx'
