-- Seeing the bank and identity numbers of a vendor is a permission of its own. Whoever could see them keeps it.
update roles set permissions = array_append(permissions, 'Vendor Verifications: reveal')
where 'Vendor Verifications: act' = any (permissions) and not 'Vendor Verifications: reveal' = any (permissions);
