import { toast } from '../../../ui/toasts/toasts.tsx'

/** Says why something cannot be done. The shared id keeps repeated attempts from showing several toasts. */
export const say = (obstacle: string) => toast.warn(obstacle, { id: 'composer' })
