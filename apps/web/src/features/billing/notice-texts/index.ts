export { NoticeTexts } from './notice-texts.tsx'
