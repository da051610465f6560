/** The paths of the screens of a vendor, which letters link to as well. */
/** The page of a vendor, whatever its status. */
export const pagePath = '/vendor-page'
export const reviewPath = '/vendor-vendordetails'
export const detailPath = '/vendor-detail/approved'

/** The path of the screen of a vendor; decided vendors have their own screen. */
export function vendorPath(status: string | undefined): string {
  return status === 'approved' || status === 'disabled' || status === 'closed' ? detailPath : reviewPath
}
/** The path of the list of applications, which notifications link to as well. */
export const pendingVendorsPath = '/vendor-verification-pending-verification'
