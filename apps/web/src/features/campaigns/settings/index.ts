export { CampaignSettingsForm } from './campaign-settings-form.tsx'
