export { CampaignPreview } from './campaign-preview.tsx'
export type { PlannedCampaign } from './preview.api.ts'
