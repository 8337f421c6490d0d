export { CampaignPreview } from './campaign-preview.tsx'
export { type PlannedCampaign, previewOf } from './preview.api.ts'
