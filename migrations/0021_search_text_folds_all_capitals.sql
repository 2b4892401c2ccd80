-- The stored text of searches as releases fold it from now on: a capital sharp s is "ss" and a dotted capital I is "i". Text
-- of any other letter is folded as before.
update trails set search_text = replace(replace(search_text, 'ß', 'ss'), E'i\u0307', 'i')
where search_text like '%ß%' or search_text like E'%i\u0307%';
