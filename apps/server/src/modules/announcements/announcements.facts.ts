import type { Audience } from './audience.ts'

declare module '#platform/facts' {
  interface Facts {
    /** It was created, changed or deleted, or its time has come. `heardBy`: who may have been told of it before. */
    'announcement.changed': { announcementId: number; heardBy: Audience }
    'announcement.read': { userId: number; announcementIds: number[] }
  }
}

declare module '#platform/work/jobs' {
  interface Jobs {
    /** The announcement begins or ends to be shown now. */
    'announcement.turn': { companyId: number; announcementId: number }
  }
}
