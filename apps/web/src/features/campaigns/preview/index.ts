export { CampaignPreview } from './campaign-preview.tsx'
export { LackingNotice } from './lacking-notice.tsx'
export { type PlannedCampaign, previewOf } from './preview.api.ts'
